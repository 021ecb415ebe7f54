// The photos of a flight.

export const photos = {
  title: 'Photos',
  add: 'Add photos',
  caption: 'Caption',
  save: 'Save caption',
  delete: 'Delete',
  previous: 'Previous photo',
  next: 'Next photo',
  numbered: (number: number, count: number) => `Photo ${number} of ${count}`,
  uploading: (name: string) => `Uploading ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  how: (most: number) => `Up to ${most}; drop or paste them here, too.`,
  removed:
    'Place, time and camera are removed from the picture. We keep the time and place only to apply your privacy zones.',
  onlyYou: 'Only you see them while the flight is private.',
  shared: 'They are shown with the shared flight.',
  deleteTitle: 'Delete this photo?',
  deleteIt: 'Delete photo',
  keepIt: 'Keep photo',
  deleteWhy: 'The photo is deleted for good, including where the flight is shared.',
}
