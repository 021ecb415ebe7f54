import type { Config } from '../config.ts'
import { version } from '../settings/release.ts'

/** The User-Agent: the people who run public servers ask for a way to reach those who use them. */
export function nameOperator({
  securityContact,
  operators,
  baseUrl,
}: Pick<Config, 'securityContact' | 'operators' | 'baseUrl'>): string {
  const contact = [baseUrl, securityContact ?? operators[0]].filter(Boolean).join('; ')
  return `Cloudstreet/${version} (+${contact.replaceAll(/[^\x20-\x7E]/g, '?')})`
}
