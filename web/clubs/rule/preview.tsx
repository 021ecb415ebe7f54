// The places that a rule would give, while it is being set.
import { useEffect, useState } from 'preact/hooks'
import type { RankingRule } from '#contract/clubs/rule.ts'
import type { RankingPreview } from '#dashboard/sharing.ts'
import { post, type Problem } from '../../parts/api.ts'
import { PlaceLines } from '../place-lines.tsx'
import { rankingWords as words } from '../words.ts'

/** Asks once nothing has been changed for a moment. */
const PAUSE_MS = 500

export function Preview({ season, rule }: { season: string; rule: RankingRule }) {
  const [{ shown, problem }, answer] = useState<{ shown?: RankingPreview; problem?: Problem }>({})
  useEffect(() => {
    let isCurrent = true
    const ask = () =>
      post<{ data: RankingPreview }>(`/seasons/${season}/preview`, { rule }).then(
        ({ data }) => isCurrent && answer({ shown: data }),
        (refused: Problem) => isCurrent && answer({ problem: refused }),
      )
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [JSON.stringify(rule)])
  return (
    <section class="rule-preview" aria-label={words.preview} aria-live="polite">
      {shown && <p class="soft small">{words.previewOf(shown.season, shown.total)}</p>}
      {shown && <PlaceLines rule={rule} rows={shown.rows} />}
      {shown && shown.unscored > 0 && <p class="soft small">{words.unscored(shown.unscored)}</p>}
      {problem && <p class="soft small">{problem.message}</p>}
    </section>
  )
}
