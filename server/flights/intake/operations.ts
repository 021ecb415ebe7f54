// The dialects that instruments and apps speak to other services, in addition to our own paths and never instead of
// them.
import type { Operation } from '#server/access/operations/operation.ts'
import { declareDhvXc } from './dhv-xc.ts'
import type { IntakeServices } from './dialect.ts'
import { declareLeaf } from './leaf.ts'
import { declareLeonardo, declareXccup } from './leonardo.ts'
import { declareSkylines } from './skylines.ts'

export function declareIntake(services: IntakeServices): Operation[] {
  return [
    ...declareLeonardo(services),
    ...declareXccup(services),
    ...declareDhvXc(services),
    declareSkylines(services),
    declareLeaf(services),
  ]
}
