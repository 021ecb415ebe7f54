// Compares an answer with what a vector expects: members that an answer lacks are left out, all others must agree.

/** Largest difference by the name of a member; all other numbers must be equal. */
const tolerances = {
  latitude: 1e-6,
  longitude: 1e-6,
  durationSeconds: 1,
  distanceKm: 0.0015,
  closingKm: 0.0015,
  legsKm: 0.0015,
  score: 0.0101,
  upperBound: 0.0101,
  unrecordedShare: 0.001,
}
const EARTH_RADIUS_KM = 6371

/**
 * @returns {{ compared: number, differences: string[] }} one sentence for each difference
 */
export function compare(expected, given) {
  const found = { compared: 0, differences: [] }
  compareMembers('', expected, given, found)
  return found
}

function compareMembers(path, expected, given, found) {
  for (const [name, value] of Object.entries(expected)) {
    if (given[name] === undefined) continue
    const place = path === '' ? name : `${path}.${name}`
    if (isCertificate(value)) compareCertificates(place, value, given[name], found)
    else compareValues(place, value, given[name], found)
  }
}

function compareValues(place, expected, given, found) {
  if (Array.isArray(expected) && Array.isArray(given) && expected.length === given.length) {
    for (const [at, value] of expected.entries()) compareValues(`${place}[${at}]`, value, given[at], found)
    if (expected.length === 0) found.compared++
    return
  }
  if (isObject(expected) && isObject(given)) return compareMembers(place, expected, given, found)
  found.compared++
  if (!isSame(place, expected, given))
    found.differences.push(`${place} is ${show(given)}, expected ${show(expected)}`)
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCertificate = (value) => isObject(value) && 'upperBound' in value
const show = (value) => JSON.stringify(value)

function isSame(place, expected, given) {
  if (typeof expected === 'number' && typeof given === 'number')
    return Math.abs(expected - given) <= (tolerances[place.replace(/^.*\./, '').replace(/\[.*$/, '')] ?? 0)
  if (/[tT]ime$/.test(place) && typeof expected === 'string')
    return Date.parse(expected) === Date.parse(given)
  return expected === given
}

/** Several choices of fixes may give the same points: the score must agree, and the points must give it. */
function compareCertificates(place, expected, given, found) {
  const { start: _, turnpoints: __, finish: ___, legsKm: ____, closingKm: _____, ...result } = expected
  const { longestSilenceSeconds: ______, unrecordedShare: _______, ...kept } = result
  compareMembers(place, isSameChoice(expected, given) ? expected : kept, given, found)
  if (!given.start || !given.finish || !Array.isArray(given.legsKm)) return
  const legs = measureLegs(given)
  compareValues(`${place}.legsKm`, legs, given.legsKm, found)
  if (given.closingKm !== undefined)
    compareValues(`${place}.closingKm`, distanceKm(given.finish, given.start), given.closingKm, found)
}

function isSameChoice(expected, given) {
  const indexes = ({ start, turnpoints = [], finish }) =>
    [start, ...turnpoints, finish].map((point) => point?.index)
  return indexes(expected).join() === indexes(given).join()
}

function measureLegs({ type, start, turnpoints, finish }) {
  if (/^(Free Flight|Straight Distance)$/.test(type)) return measurePath([start, ...turnpoints, finish])
  const corners = turnpoints.length > 1 ? turnpoints : [start, ...turnpoints]
  return measurePath([...corners, corners[0]])
}

const measurePath = (points) => points.slice(1).map((to, at) => distanceKm(points[at], to))

/** On the FAI sphere. */
function distanceKm(from, to) {
  const radians = (degrees) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(to.latitude - from.latitude) / 2)
  const east = Math.sin(radians(to.longitude - from.longitude) / 2)
  const chord = north ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord))
}
