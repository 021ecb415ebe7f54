// What the logbook shows once its first view is there.
import './own.css'

export { SeasonStrip } from './season-strip.tsx'
export { TracksCard } from './tracks-card.tsx'
