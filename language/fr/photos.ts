import type { photos as English } from '../en/photos.ts'

export const photos: typeof English = {
  title: 'Photos du vol',
  add: 'Ajouter des photos',
  caption: 'Légende',
  save: 'Enregistrer la légende',
  delete: 'Supprimer',
  previous: 'Photo précédente',
  next: 'Photo suivante',
  numbered: (number, count) => `Photo ${number} sur ${count}`,
  uploading: (name) => `Envoi de ${name}`,
  dismiss: (name) => `Masquer ${name}`,
  how: (most) => `Jusqu’à ${most} ; tu peux aussi les glisser ou les coller ici.`,
  removed:
    'Le lieu, l’heure et l’appareil sont retirés de l’image. L’heure et le lieu ne sont gardés que pour tes zones privées.',
  onlyYou: 'Toi seul les vois tant que le vol est privé.',
  shared: 'Elles sont montrées avec le vol partagé.',
  deleteTitle: 'Supprimer cette photo ?',
  deleteIt: 'Supprimer la photo',
  keepIt: 'Garder la photo',
  deleteWhy: 'Elle est supprimée pour de bon, là aussi où le vol est partagé.',
}
