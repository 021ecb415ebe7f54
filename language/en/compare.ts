// Flights next to each other.
export const compare = {
  title: 'Compare flights',
  withOthers: 'Compare with others',
  add: 'Add a flight',
  leaveOut: (name: string) => `Leave out ${name}`,
  chooseTwo: 'Choose two flights or more',
  about: 'Up to five: search your own, or paste the link of a shared one.',
  notFound: 'A flight could not be found: its link may have been replaced.',
  alignBy: 'Compare at',
  byTime: 'Same time',
  byPosition: 'Same place',
  above: 'Height above the first flight, at the same time since take-off',
  behind: 'Minutes behind the first flight, at the same place',
}
