// Where a take-off is that has no name of its own.

export const places = {
  fromTown: (distance: string, wind: string, town: string) => `${distance} ${wind} of ${town}`,
  winds: { N: 'N', NE: 'NE', E: 'E', SE: 'SE', S: 'S', SW: 'SW', W: 'W', NW: 'NW' },
}
