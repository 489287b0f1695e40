"""An exact model of texel formats and of samples: fractions, rounded once at the end."""
