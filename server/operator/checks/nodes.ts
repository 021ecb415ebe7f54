// The nodes that use the database, and what each of them finds.
import { act, type Check, type Finding, look, well, worstOf } from '#server/platform/checks/check.ts'
import { listNodes, type RunningNode } from '#server/platform/nodes.ts'
import type { Services } from '#server/platform/services.ts'

export function listNodeChecks({ db, now }: Pick<Services, 'db' | 'now'>): Check[] {
  const list = () => listNodes(db.sql, now())
  return [
    { name: 'nodes', find: async () => judgeNodes(await list()) },
    { name: 'workers', find: async () => judgeWorkers(await list()) },
    { name: 'versions', find: async () => judgeVersions(await list()) },
  ]
}

/** Each node tells its own: a store that only one of them does not reach is found here. */
function judgeNodes(nodes: readonly RunningNode[]): Finding {
  const bad = nodes.flatMap(({ id, findings }) =>
    findings.filter(({ state }) => state !== 'well').map((finding) => ({ id, ...finding })),
  )
  if (nodes.length === 0) return act('No node runs.', 'Start the service; its log says why it ended.')
  if (bad.length === 0) return well('Every node that runs is well.')
  const causes = bad.map(({ id, check, sentence }) => `${id} (${check}): ${sentence}`)
  const remedy = [...new Set(bad.flatMap(({ remedy }) => remedy ?? []))].join(' ')
  const isAct = worstOf(bad) === 'act'
  return (isAct ? act : look)(
    isAct ? 'A node is not well.' : 'A node asks for a look.',
    remedy,
    causes.join('; '),
  )
}

/** Nodes of the release before do not say what they do. */
function judgeWorkers(nodes: readonly RunningNode[]): Finding {
  const doesWork = nodes.some(({ roles }) => roles.length === 0 || roles.includes('working'))
  if (doesWork) return well('A node does the background work.')
  return act(
    'No node does the background work: emails, webhooks and backups wait.',
    'Start a node without --no-work, or one with --work-only.',
  )
}

function judgeVersions(nodes: readonly RunningNode[]): Finding {
  const releases = [...new Set(nodes.map(({ release }) => release))]
  if (releases.length > 1)
    return look(
      `Nodes of several releases run: ${releases.join(', ')}.`,
      'Finish the upgrade: restart the nodes of the older release with the new one.',
    )
  return well(releases.length === 1 ? `Every node is of release ${releases[0]}.` : 'No node runs.')
}
