// Names of take-offs that pilots suggest: into the list of sites, or not.
import { useEffect, useState } from 'preact/hooks'
import type { OperatorSuggestion } from '#dashboard/operator.ts'
import { AskedAction, ListCard, type OperatorAction, OperatorPage } from '../../operator/operator-page.tsx'
import { formatAgo } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'

const dismiss: OperatorAction = {
  label: 'Dismiss',
  explanation: 'The pilot keeps the name in their own logbook. It does not come back here.',
  path: 'takeoffs-dismiss',
}

export default function Takeoffs() {
  const suggestions = useLoad<OperatorSuggestion[]>('/admin/suggestions')
  const [accepted, setAccepted] = useState<OperatorSuggestion>()
  const [dialogs, setDialogs] = useState<typeof import('../../operator/accept-dialog.tsx')>()
  useEffect(() => void import('../../operator/accept-dialog.tsx').then(setDialogs), [])
  return (
    <OperatorPage current="/app/admin/takeoffs">
      <ListCard
        id="suggestions"
        title="Suggested names of take-offs"
        loaded={suggestions}
        items={suggestions.value}
        empty="No name is waiting."
        row={(one) => (
          <li key={one.id} class="record">
            <div>
              <strong>{one.name}</strong> <span class="tag plain">{one.country}</span>
              <div class="soft small">
                {one.latitude.toFixed(3)}, {one.longitude.toFixed(3)}
                {one.nearest && ` · known here: ${one.nearest.name}, ${one.nearest.metres} m away`}
                {` · ${formatAgo(Date.parse(one.suggestedAt))}`}
              </div>
            </div>
            <div class="row">
              <button class="small" aria-label={`Accept ${one.name}`} onClick={() => setAccepted(one)}>
                Accept
              </button>
              <AskedAction
                action={dismiss}
                about={one.name}
                body={{ id: one.id }}
                onDone={suggestions.renew}
              />
            </div>
          </li>
        )}
      />
      {dialogs && accepted && (
        <dialogs.AcceptDialog
          suggestion={accepted}
          onDone={suggestions.renew}
          onClose={() => setAccepted(undefined)}
        />
      )}
    </OperatorPage>
  )
}
