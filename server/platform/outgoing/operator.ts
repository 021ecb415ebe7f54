import type { Config } from '../config.ts'
import { version } from '../settings/release.ts'

/** The User-Agent: the people who run public servers ask for a way to reach those who use them. It is what SECURITY_CONTACT
 * publishes: the address of an operator's account is nobody else's business. */
export function nameOperator({
  securityContact,
  baseUrl,
}: Pick<Config, 'securityContact' | 'baseUrl'>): string {
  const contact = [baseUrl, securityContact].filter(Boolean).join('; ')
  return `Cloudstreet/${version} (+${contact.replaceAll(/[^\x20-\x7E]/g, '?')})`
}
