import type { scopes as English } from '../en/scopes.ts'

export const scopes: typeof English = {
  'flights:read': 'Deine Flüge sehen und ihre IGC-Dateien herunterladen',
  'flights:write': 'Flüge und Fotos hochladen, Angaben korrigieren und ändern, wer sie sehen darf',
  'flights:delete': 'Deine Flüge und Fotos löschen',
  'profile:read': 'Deinen Namen, dein Bild, deinen Verein und deine CIVL-ID sehen',
  'profile:email': 'Deine E-Mail-Adresse sehen',
  'clubs:read': 'Deine Vereine und ihre Mitglieder sehen',
  'clubs:manage':
    'Für dich Vereinen beitreten und sie verlassen, und die verwalten, die du leitest: Einstellungen, Mitglieder, Einladungen',
  'webhooks:manage': 'Deine Webhooks anlegen, ändern und löschen',
  'devices:manage': 'Instrumente und Apps, die für dich hochladen, hinzufügen und entfernen',
  openid: 'Dich anmelden: wissen, welches Konto deins ist',
}
