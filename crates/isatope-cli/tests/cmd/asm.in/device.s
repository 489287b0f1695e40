# Names of devices that only `.gpu` has, and a number of the command line.
.get_gpu number
.long number, x
