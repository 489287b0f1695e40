// Kernels that take images of all kinds, and copy texels between images and buffers.
#define AT ((int2)(get_global_id(0), get_global_id(1)))
#define I get_global_id(0)

// Images of the same kind.
kernel void row(write_only image1d_t to, read_only image1d_t from) { write_imagef(to, I, read_imagef(from, I) + 1.0f); }
kernel void row_buffer(write_only image1d_buffer_t to, read_only image1d_buffer_t from) {
  write_imagef(to, I, read_imagef(from, (int)I) + 1.0f);
}
kernel void flat(write_only image2d_t to, read_only image2d_t from) { write_imagef(to, AT, read_imagef(from, AT)); }
kernel void deep(global float4 *to, read_only image3d_t from) { to[I] = read_imagef(from, (int4)(I, 0, 0, 0)); }
kernel void array(global float4 *to, read_only image2d_array_t from) { to[I] = read_imagef(from, (int4)(I, 0, 0, 0)); }

// Texels of a row as numbers.
kernel void load(global float4 *to, read_only image2d_t from) { to[I] = read_imagef(from, (int2)(I, 0)); }
kernel void load_buffer(global float4 *to, read_only image1d_buffer_t from) { to[I] = read_imagef(from, (int)I); }
kernel void store(write_only image2d_t to, global const float4 *from) { write_imagef(to, (int2)(I, 0), from[I]); }
kernel void sample(global float4 *to, read_only image2d_t from, sampler_t how) {
  to[I] = read_imagef(from, how, (float2)(I + 1, 0.5f));
}

// The width of an image that is a buffer, and two of its texels.
kernel void ends(global float4 *to, read_only image1d_buffer_t from) {
  int width = get_image_width(from);
  to[0] = (float4)(width, read_imagef(from, 0).x, read_imagef(from, width - 1).x, 0);
}

// Coordinates from memory.
kernel void load_at(global float4 *to, read_only image2d_t from, global const int *x) {
  to[I] = read_imagef(from, (int2)(x[I] & 7, 0));
}
kernel void store_at(write_only image2d_t to, global const int *x) { write_imagef(to, (int2)(x[I] & 7, 0), (float4)1.0f); }
