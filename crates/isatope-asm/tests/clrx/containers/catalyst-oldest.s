.amd
.gpu Pitcairn
.32bit
.driver_version 101202
.compile_options "-O2"
.globaldata
    .int 1, 2, 3
.kernel dct
    .config
    .dims xy
    .arg output, float*, global
    .arg input, "floats *", float4*, global, const
    .arg inter, double*, local
    .arg width, uint
    .arg c, char3
    .arg block, structure, 24
    .arg any, structure*, 0, global, volatile restrict
    .arg some, structure*, 20, constant,, 100
    .arg picture, image2d
    .arg drawn, image3d, write_only
    .arg hits, counter32
    .arg nearest, sampler
    
    .sampler 0x15, 4
    .cws 16, 8, 2
    .userdata PTR_UAV_TABLE, 0, 2, 2
    .userdata IMM_CONST_BUFFER, 0, 4, 4
    .userdata IMM_CONST_BUFFER, 1, 8, 4
    .scratchbuffer 68
    .useconstdata
    .useprintf
    .condout 3
    .earlyexit 5
    .exceptions 3
    .tgsize
    .ieeemode
    .floatmode 0xd0
    .text
    s_mov_b32 m0, 0x8000
    v_mov_b32 v6, s20
    s_endpgm
.kernel simple
    .config
    .dims x
    .hwlocal 1000
    .hwregion 4
    .uavid 12
    
    .printfid 10
    .privateid 9
    .uavprivate 48
    .sgprsnum 20
    .vgprsnum 9
    .arg output, float*, global,, 14
    .text
    s_endpgm
