import type { scopes as English } from '../en/scopes.ts'

export const scopes: typeof English = {
  'flights:read': 'Voir tes vols et télécharger leurs fichiers IGC',
  'flights:write': 'Envoyer des vols et des photos, corriger leurs données et changer qui peut les voir',
  'flights:delete': 'Supprimer tes vols et tes photos',
  'profile:read': 'Voir ton nom, ta photo, ton club et ton identifiant CIVL',
  'profile:email': 'Voir ton adresse e-mail',
  'clubs:read': 'Voir tes clubs et leurs membres',
  'clubs:manage':
    'Rejoindre et quitter des clubs pour toi, et gérer ceux que tu diriges : réglages, membres, invitations',
  'webhooks:manage': 'Créer, modifier et supprimer tes webhooks',
  'devices:manage': 'Ajouter et retirer des instruments et des applications qui envoient tes vols',
  openid: 'Te connecter : savoir quel compte est le tien',
}
