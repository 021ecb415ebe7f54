export const MAX_EMAIL_LENGTH = 254

/** The addresses that people have; RFC 5321 permits more. */
export function isEmail(text: string): boolean {
  const email = text.trim()
  if (email.length > MAX_EMAIL_LENGTH || email.includes('..') || email.startsWith('.')) return false
  return /^[\w'+.-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(email)
}

/** Two accounts cannot have addresses that differ only in letter case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}
