// The frame of the operator's pages, and what they share.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { post } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import type { Loaded } from '../parts/load.ts'
import { Wait } from '../parts/notices.tsx'
import { type Tab, Tabs } from '../parts/menu/tabs.tsx'
import { PageHead } from '../parts/menu/page-head.tsx'

const tabs: Tab[] = [
  { path: '/app/admin', name: 'Overview', icon: 'pulse' },
  { path: '/app/admin/users', name: 'Users', icon: 'person' },
  { path: '/app/admin/applications', name: 'Applications', icon: 'app' },
  { path: '/app/admin/work', name: 'Work', icon: 'list' },
  { path: '/app/admin/mail', name: 'Mail', icon: 'mail' },
  { path: '/app/admin/takeoffs', name: 'Take-offs', icon: 'pin' },
]

export function OperatorPage({ current, children }: { current: string; children: ComponentChildren }) {
  return (
    <>
      <PageHead
        title={tabs.find(({ path }) => path === current)?.name ?? ''}
        about="For the operators of this service. The command line has the same commands."
      />
      <Tabs tabs={tabs} label="Operate" current={current} />
      <div class="stack">{children}</div>
    </>
  )
}

/** A card with a list, while it loads and when it cannot. */
export function ListCard<Item>({
  id,
  title,
  loaded,
  items,
  empty,
  head,
  row,
  children,
}: {
  id: string
  title: string
  loaded: Pick<Loaded<unknown>, 'value' | 'problem' | 'reload'>
  /** Undefined while they load. */
  items: readonly Item[] | undefined
  empty: string
  head?: ComponentChildren
  row: (item: Item) => ComponentChildren
  /** Below the items. */
  children?: ComponentChildren
}) {
  return (
    <section class="card list-card" aria-labelledby={id}>
      <div class="list-head">
        <h2 id={id}>{title}</h2>
        {head}
      </div>
      <Wait loaded={loaded} height="card" />
      <ul class="records">
        {items?.map(row)}
        {items?.length === 0 && <li class="soft">{empty}</li>}
        {children}
      </ul>
    </section>
  )
}

/** An operator's action on somebody else's things. */
export interface OperatorAction {
  label: string
  explanation: string
  /** POST /app/api/admin/… */
  path: string
  isDanger?: boolean
}

/** A button that asks before it does it. */
export function AskedAction({
  action: { label, explanation, path, isDanger = false },
  about,
  body,
  onDone,
}: {
  action: OperatorAction
  /** Follows the label. */
  about: string
  body: Record<string, string>
  onDone: () => Promise<void>
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        class={`${isDanger ? 'danger' : 'secondary'} small`}
        aria-label={`${label} ${about}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {isAsking && (
        <Confirm
          title={`${label} ${about}?`}
          action={label}
          isDanger={isDanger}
          run={async () => {
            await post(`/admin/${path}`, body)
            await onDone()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{explanation}</p>
        </Confirm>
      )}
    </>
  )
}

export function Search({ label, search }: { label: string; search: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      class="row search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(text.trim())
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="secondary small">Search</button>
    </form>
  )
}
