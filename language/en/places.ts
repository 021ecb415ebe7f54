// The place of a take-off without a name.

export const places = {
  fromTown: (distance: string, wind: string, town: string) => `${distance} ${wind} of ${town}`,
  winds: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SW', W: 'W', NW: 'NW' },
}
