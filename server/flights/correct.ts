// What the owner may correct about a flight.
import { type LaunchType, launchTypes } from '#contract/flight.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { FlightCorrection } from './store.ts'

export function readCorrection(body: unknown): FlightCorrection {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidRequest('The body must be a JSON object with launch_type, is_tandem or both.')
  const unknown = Object.keys(body).find((name) => name !== 'launch_type' && name !== 'is_tandem')
  if (unknown !== undefined)
    throw invalidRequest('Only launch_type and is_tandem of a flight can be corrected.')
  const { launch_type: launchType, is_tandem: isTandem } = body as Record<string, unknown>
  if (launchType === undefined && isTandem === undefined)
    throw invalidRequest('The body must hold launch_type, is_tandem or both.')
  if (launchType !== undefined && !launchTypes.includes(launchType as LaunchType))
    throw invalidRequest(`launch_type must be one of: ${launchTypes.join(', ')}.`)
  if (isTandem !== undefined && typeof isTandem !== 'boolean')
    throw invalidRequest('is_tandem must be true or false.')
  return { launchType: launchType as LaunchType | undefined, isTandem }
}
