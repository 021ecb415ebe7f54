import type { forwardMail as en } from '../../en/server/forwards.ts'

export const forwardMail: typeof en = {
  consent: {
    subject: 'Jemand möchte dir Flüge schicken',
    text: (pilot, code) =>
      `${pilot || 'Jemand'} möchte die IGC-Dateien von Flügen an diese Adresse schicken, per E-Mail von Cloudstreet.\n\n` +
      `Wenn du einverstanden bist, gib diesen Code weiter: ${code}\n\n` +
      'Wenn nicht, musst du nichts tun: Ohne den Code wird kein Flug geschickt.',
  },
  flight: {
    subject: (pilot, day) => `Flug von ${pilot}, ${day}`,
    text: (pilot, day, file) =>
      `Im Anhang ist die IGC-Datei eines Flugs von ${pilot} am ${day}: ${file}\n\n` +
      'Du bekommst sie, weil diese Adresse dafür gewählt und bestätigt wurde. Wenn du keine mehr möchtest, antworte auf diese E-Mail.',
  },
}
