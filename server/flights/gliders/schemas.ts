// What the routes of gliders take and give.
import { ErrorBody } from '#contract/errors.ts'
import * as contract from '#contract/own/gliders.ts'
import { requireScope } from '#contract/openapi/security.ts'
import type { Scope } from '#contract/scopes.ts'
import { noContent } from '#contract/values.ts'
import { bearerErrors } from '../schemas.ts'

const secured = (operationId: string, scope: Scope) => ({
  operationId,
  tags: ['Gliders'],
  security: requireScope(scope),
})
const errors = { 400: ErrorBody, ...bearerErrors }

export const listSchema = {
  ...secured('listGliders', 'flights:read'),
  summary: 'List the pilot’s gliders, with how much each has flown',
  description:
    'In all, and since the last inspection. What a file says of its glider is in the metadata of its flight; these are the pilot’s own, chosen for each flight by glider_id of PATCH /api/v1/flights/{id}. A new flight has the glider that its file names, or else the default.',
  response: { 200: contract.GliderList, ...bearerErrors },
}

export const addSchema = {
  ...secured('addGlider', 'flights:write'),
  summary: 'Add a glider',
  description: 'A pilot has up to 100. Flights that are there already keep what they have.',
  body: contract.GliderRegistration,
  response: { 201: contract.GliderResult, ...errors },
}

export const changeSchema = {
  ...secured('changeGlider', 'flights:write'),
  summary: 'Change a glider',
  description:
    'What is left out stays. All flights with it show the change, which is no change of these flights: no event is sent.',
  params: contract.GliderParams,
  body: contract.GliderChange,
  response: { 200: contract.GliderResult, 404: ErrorBody, ...errors },
}

export const deleteSchema = {
  ...secured('deleteGlider', 'flights:write'),
  summary: 'Delete a glider without flights',
  description: 'One that has flights is not deleted: the answer is 409. Retire it instead.',
  params: contract.GliderParams,
  response: { 204: noContent('Deleted.'), 404: ErrorBody, 409: ErrorBody, ...bearerErrors },
}

export const flightsSchema = {
  ...secured('addGliderFlights', 'flights:write'),
  summary: 'Choose a glider for all flights of some days that have none',
  description:
    'For a logbook that is older than the list of gliders. flight.updated is sent for each flight.',
  params: contract.GliderParams,
  body: contract.GliderFlights,
  response: { 200: contract.GliderFlightsChanged, 404: ErrorBody, ...errors },
}
