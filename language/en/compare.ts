// Flights next to each other.
export const compare = {
  title: 'Compare flights',
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
  differences: {
    time: 'Height above the first flight, at the same time since take-off',
    clock: 'Height above the first flight, at the same time of day',
    position: 'Minutes behind the first flight, at the same place',
  },
  figures: 'Figures of the flights',
  best: 'Best of these flights',
  bestClimb: 'Best climb',
  inThermals: 'In thermals',
}
