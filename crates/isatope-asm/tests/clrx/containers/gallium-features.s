.gallium
.gpu Fiji
.64bit
.llvm_version 40000
.driver_version 170000
.kernel k
.config
.dims x
.use_queue_ptr
.use_flat_scratch_init
.use_xnack_enabled
.use_dynamic_call_stack
.use_debug_enabled
.use_grid_workgroup_count xz
.use_ordered_append_gds
.private_elem_size 16
.default_hsa_features
.use_dispatch_id
.text
k:
.skip 256
s_endpgm
