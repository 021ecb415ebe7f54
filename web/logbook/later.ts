// Parts of the logbook that load after its first view.
import './own.css'

export { SeasonStrip } from './season-strip.tsx'
export { FlownTracks } from './flown-tracks.tsx'
export { FirstFlight } from './first-flight.tsx'
export { Charts } from './year.tsx'
