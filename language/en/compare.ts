// Flights next to each other.
export const compare = {
  title: 'Compare flights',
  relief: 'The flights in 3D',
  withOthers: 'Compare with others',
  add: 'Add a flight',
  leaveOut: (name: string) => `Leave out ${name}`,
  chooseTwo: 'Choose two flights or more',
  about: (count: number) => `Up to ${count}: search your own, or paste the link of a shared one.`,
  choose: 'Choose to compare',
  compareNow: (count: number) => `Compare ${count} flights`,
  notFound: 'A flight could not be found: its link may have been replaced.',
  alignBy: 'Compare at',
  alignments: {
    time: 'Since take-off',
    clock: 'Time of day',
    position: 'Same place',
  },
  above: 'Height above the first flight',
  behind: 'Minutes behind the first flight',
  bestClimb: 'Best climb',
  inThermals: 'In thermals',
}
