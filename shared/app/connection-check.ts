import { say, word } from '../i18n/say.ts'

/** Steps of the check, in order. */
export const connectionCheckStepNames = ['name', 'way', 'tcp', 'tls', 'answer', 'key', 'mcp', 'storage', 'clock'] as const
export type ConnectionCheckStepName = (typeof connectionCheckStepNames)[number]

/** A checked step. Its state is `skipped` if a required step failed or there is nothing to check. */
export type ConnectionCheckStep = {
  readonly step: ConnectionCheckStepName
  readonly state: 'fine' | 'failed' | 'skipped'
  /** The finding, as a full sentence. */
  readonly text: string
  /** Null if the step was skipped or wasn't timed. */
  readonly tookInMs: number | null
}

/** Part of the connection that causes the fault. */
export type FaultOwner = 'none' | 'computer' | 'network' | 'proxy' | 'service' | 'key'

export type ConnectionCheck = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly host: string
  readonly steps: readonly ConnectionCheckStep[]
  readonly faultOwner: FaultOwner
  /** One sentence that names the cause. */
  readonly verdict: string
  /** Recommended action. Null if none is needed. */
  readonly advice: string | null
}

/** Display name of each step. */
export const connectionCheckStepLabels: Readonly<Record<ConnectionCheckStepName, string>> = {
  name: word('DNS'),
  way: word('Route'),
  tcp: word('Connection'),
  tls: word('Certificate'),
  answer: word('Response'),
  key: word('API key'),
  mcp: word('MCP'),
  storage: word('Storage'),
  clock: word('Clock')
}

const stateMarks: Readonly<Record<ConnectionCheckStep['state'], string>> = { fine: '+', failed: '!', skipped: '-' }

/** Returns the whole check as text that the user can share. The text doesn't contain secrets. */
export function connectionCheckText({ at, host, steps, verdict, advice }: ConnectionCheck): string {
  const lines = steps.map(({ step, state, text, tookInMs }) => {
    const time = tookInMs === null ? '' : ` ${tookInMs} ms`
    return `${stateMarks[state]} ${say(connectionCheckStepLabels[step])}: ${text}${time}`
  })
  return [`${host} ${new Date(at).toISOString()}`, ...lines, verdict, ...(advice === null ? [] : [advice]), ''].join('\n')
}
