import type { AccountMatch, ServiceConnection } from '../accounts/ports.ts'
import { hasTasks } from './open-connection.ts'
import type { StudioParts } from './studio-parts.ts'

type FindDependencies = Pick<StudioParts, 'engine' | 'knownKeys' | 'state'>

/** Number of recent tasks read to find out which account a key belongs to. */
const recentTasksForProof = 100

/** Determines which of `candidates` the API key belongs to, from earlier keys and recent tasks. Doesn't cost credits. */
export async function findAccount(
  parts: FindDependencies,
  { apiKey, client }: ServiceConnection,
  candidates: readonly string[],
  signal: AbortSignal | undefined
): Promise<AccountMatch> {
  const { engine, knownKeys } = parts
  for (const id of candidates) if ((await knownKeys.compare(id, apiKey)) === 'same') return { kind: 'known', id }
  const inUse = candidates.filter((id) => hasTasks(parts, id))
  const [first] = inUse
  if (first === undefined) return candidates[0] === undefined ? { kind: 'new' } : { kind: 'known', id: candidates[0] }
  const recent = await client.recentTasks({ limit: recentTasksForProof, ...(signal === undefined ? {} : { signal }) })
  const proven = recent.ok ? inUse.find((id) => engine.hasTaskAmong(id, recent.value)) : undefined
  if (proven !== undefined) return { kind: 'known', id: proven }
  return { kind: 'unclear', id: first, tasks: engine.tasks.countOf(first) }
}
