import type { scopes as English } from '../en/scopes.ts'

export const scopes: typeof English = {
  'flights:read': 'Vedere i tuoi voli e scaricarne i file IGC',
  'flights:write': 'Caricare voli e foto, correggerne i dati e cambiare chi può vederli',
  'flights:delete': 'Eliminare i tuoi voli e le tue foto',
  'profile:read': 'Vedere il tuo nome, la tua foto, il tuo club e il tuo ID CIVL',
  'profile:email': 'Vedere il tuo indirizzo e-mail',
  'clubs:read': 'Vedere i tuoi club e i loro membri',
  'clubs:manage':
    'Entrare nei club e lasciarli per te, e gestire quelli che dirigi: impostazioni, membri, inviti',
  'webhooks:manage': 'Creare, modificare ed eliminare i tuoi webhook',
  'devices:manage': 'Aggiungere e rimuovere strumenti e app che caricano per te',
  openid: 'Farti accedere: sapere qual è il tuo account',
}
