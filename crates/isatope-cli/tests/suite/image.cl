// Kernels on images, for tests of `isatope run`.

// Doubles the size of an image, and says what the image is.
kernel void scale(read_only image2d_t from, sampler_t sampler, write_only image2d_t to, global int4 *info) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 size = (float2)(get_image_width(to), get_image_height(to));
  write_imagef(to, at, read_imagef(from, sampler, (convert_float2(at) + 0.5f) / size));
  if (at.x == 0 && at.y == 0)
    info[0] = (int4)(get_image_width(from), get_image_height(from), get_image_channel_data_type(from), get_image_channel_order(from));
}

// The sum of all slices of an image of three dimensions.
kernel void slices(read_only image3d_t from, write_only image2d_array_t to) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int z = 0; z < get_image_depth(from); z++) sum += read_imagef(from, (int4)(at, z, 0));
  write_imagef(to, (int4)(at, 0, 0), sum);
  write_imagef(to, (int4)(at, 1, 0), -sum);
}

// Where work-items are.
kernel void where(global ulong *out) {
  out[get_local_id(0) + get_local_size(0) * get_group_id(0)] = get_global_id(0) * 1000 + get_global_offset(0) + get_global_id(1) * 1000000;
}
