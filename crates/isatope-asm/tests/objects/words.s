; Symbols of other objects that have the names of modifiers and of operands.
	.text
	s_add_u32 s4, s4, neg@rel32@lo+4
	s_addc_u32 s5, s5, neg@gotpcrel32@hi+12
	s_add_u32 s4, s4, abs@rel32@lo+4
	s_addc_u32 s5, s5, abs@gotpcrel32@hi+12
	s_add_u32 s4, s4, sext@rel32@lo+4
	s_addc_u32 s5, s5, sext@gotpcrel32@hi+12
	s_add_u32 s4, s4, gds@rel32@lo+4
	s_addc_u32 s5, s5, gds@gotpcrel32@hi+12
	s_add_u32 s4, s4, glc@rel32@lo+4
	s_addc_u32 s5, s5, glc@gotpcrel32@hi+12
	s_add_u32 s4, s4, slc@rel32@lo+4
	s_addc_u32 s5, s5, slc@gotpcrel32@hi+12
	s_add_u32 s4, s4, tfe@rel32@lo+4
	s_addc_u32 s5, s5, tfe@gotpcrel32@hi+12
	s_add_u32 s4, s4, lwe@rel32@lo+4
	s_addc_u32 s5, s5, lwe@gotpcrel32@hi+12
	s_add_u32 s4, s4, da@rel32@lo+4
	s_addc_u32 s5, s5, da@gotpcrel32@hi+12
	s_add_u32 s4, s4, unorm@rel32@lo+4
	s_addc_u32 s5, s5, unorm@gotpcrel32@hi+12
	s_add_u32 s4, s4, d16@rel32@lo+4
	s_addc_u32 s5, s5, d16@gotpcrel32@hi+12
	s_add_u32 s4, s4, clamp@rel32@lo+4
	s_addc_u32 s5, s5, clamp@gotpcrel32@hi+12
	s_add_u32 s4, s4, omod@rel32@lo+4
	s_addc_u32 s5, s5, omod@gotpcrel32@hi+12
	s_add_u32 s4, s4, op_sel@rel32@lo+4
	s_addc_u32 s5, s5, op_sel@gotpcrel32@hi+12
	s_add_u32 s4, s4, op_sel_hi@rel32@lo+4
	s_addc_u32 s5, s5, op_sel_hi@gotpcrel32@hi+12
	s_add_u32 s4, s4, neg_lo@rel32@lo+4
	s_addc_u32 s5, s5, neg_lo@gotpcrel32@hi+12
	s_add_u32 s4, s4, neg_hi@rel32@lo+4
	s_addc_u32 s5, s5, neg_hi@gotpcrel32@hi+12
	s_add_u32 s4, s4, row_mask@rel32@lo+4
	s_addc_u32 s5, s5, row_mask@gotpcrel32@hi+12
	s_add_u32 s4, s4, bank_mask@rel32@lo+4
	s_addc_u32 s5, s5, bank_mask@gotpcrel32@hi+12
	s_add_u32 s4, s4, bound_ctrl@rel32@lo+4
	s_addc_u32 s5, s5, bound_ctrl@gotpcrel32@hi+12
	s_add_u32 s4, s4, dst_sel@rel32@lo+4
	s_addc_u32 s5, s5, dst_sel@gotpcrel32@hi+12
	s_add_u32 s4, s4, dst_unused@rel32@lo+4
	s_addc_u32 s5, s5, dst_unused@gotpcrel32@hi+12
	s_add_u32 s4, s4, src0_sel@rel32@lo+4
	s_addc_u32 s5, s5, src0_sel@gotpcrel32@hi+12
	s_add_u32 s4, s4, src1_sel@rel32@lo+4
	s_addc_u32 s5, s5, src1_sel@gotpcrel32@hi+12
	s_add_u32 s4, s4, offset@rel32@lo+4
	s_addc_u32 s5, s5, offset@gotpcrel32@hi+12
	s_add_u32 s4, s4, offset0@rel32@lo+4
	s_addc_u32 s5, s5, offset0@gotpcrel32@hi+12
	s_add_u32 s4, s4, offset1@rel32@lo+4
	s_addc_u32 s5, s5, offset1@gotpcrel32@hi+12
	s_add_u32 s4, s4, offen@rel32@lo+4
	s_addc_u32 s5, s5, offen@gotpcrel32@hi+12
	s_add_u32 s4, s4, idxen@rel32@lo+4
	s_addc_u32 s5, s5, idxen@gotpcrel32@hi+12
	s_add_u32 s4, s4, dmask@rel32@lo+4
	s_addc_u32 s5, s5, dmask@gotpcrel32@hi+12
	s_add_u32 s4, s4, format@rel32@lo+4
	s_addc_u32 s5, s5, format@gotpcrel32@hi+12
	s_add_u32 s4, s4, done@rel32@lo+4
	s_addc_u32 s5, s5, done@gotpcrel32@hi+12
	s_add_u32 s4, s4, vm@rel32@lo+4
	s_addc_u32 s5, s5, vm@gotpcrel32@hi+12
	s_add_u32 s4, s4, compr@rel32@lo+4
	s_addc_u32 s5, s5, compr@gotpcrel32@hi+12
	s_add_u32 s4, s4, force@rel32@lo+4
	s_addc_u32 s5, s5, force@gotpcrel32@hi+12
	v_mov_b32_e32 v0, gds+4
	v_mov_b32_e32 v0, glc+4
	v_mov_b32_e32 v0, slc+4
	v_mov_b32_e32 v0, tfe+4
	v_mov_b32_e32 v0, da+4
	v_mov_b32_e32 v0, unorm+4
	v_mov_b32_e32 v0, d16+4
	v_mov_b32_e32 v0, clamp+4
	v_mov_b32_e32 v0, omod+4
	v_mov_b32_e32 v0, op_sel+4
	v_mov_b32_e32 v0, op_sel_hi+4
	v_mov_b32_e32 v0, neg_lo+4
	v_mov_b32_e32 v0, neg_hi+4
	v_mov_b32_e32 v0, row_mask+4
	v_mov_b32_e32 v0, bank_mask+4
	v_mov_b32_e32 v0, bound_ctrl+4
	v_mov_b32_e32 v0, dst_sel+4
	v_mov_b32_e32 v0, dst_unused+4
	v_mov_b32_e32 v0, src0_sel+4
	v_mov_b32_e32 v0, src1_sel+4
	v_mov_b32_e32 v0, offset+4
	v_mov_b32_e32 v0, offset0+4
	v_mov_b32_e32 v0, offset1+4
	v_mov_b32_e32 v0, offen+4
	v_mov_b32_e32 v0, idxen+4
	v_mov_b32_e32 v0, dmask+4
	v_mov_b32_e32 v0, format+4
	v_mov_b32_e32 v0, done+4
	v_mov_b32_e32 v0, vm+4
	v_mov_b32_e32 v0, compr+4
	v_mov_b32_e32 v0, force+4
	v_mov_b32_e32 v0, off+4
	v_mov_b32_e32 v0, mrt0+4
	v_mov_b32_e32 v0, mrtz+4
	v_mov_b32_e32 v0, pos0+4
	v_mov_b32_e32 v0, param0+4
	v_mov_b32_e32 v0, attr0+4
	v_mov_b32_e32 v0, p0+4
	v_mov_b32_e32 v0, p10+4
	v_mov_b32_e32 v0, p20+4
	s_mov_b32 s5, done@abs32@hi
	buffer_load_dword v0, v1, s[0:3], 0 idxen offset:4 glc
	s_endpgm
