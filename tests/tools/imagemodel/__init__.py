"""An exact model of formats of texels and of samples: fractions, rounded once at the end."""
