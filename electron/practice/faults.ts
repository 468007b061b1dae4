import { z } from 'zod'

/**
 * The calls that a fault can strike. `upload` is the request for an upload, `transfer` the PUT to storage, `download` the GET of a result,
 * `mcp` every request to the MCP endpoint, `mcp-tool` the call of a tool there, whose errors are tool errors.
 */
const faultTargets = ['submit', 'query', 'upload', 'transfer', 'recent', 'catalog', 'openapi', 'download', 'mcp', 'mcp-tool'] as const
export type FaultTarget = (typeof faultTargets)[number]

const workIsDone = z.boolean().default(false)

const faultKinds = z.discriminatedUnion('kind', [
  /** Any error of spec section 7, or any other. `workIsDone`: the call does all its work first, then answers this. */
  z.object({
    kind: z.literal('error'),
    httpStatus: z.number().int().min(200).max(599),
    errorType: z.string(),
    message: z.string().optional(),
    details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    retryAfterInSeconds: z.number().min(0).optional(),
    recovery: z.string().optional(),
    /** `own`: the id of the task that this very call made or asked about. */
    taskId: z.string().optional(),
    businessId: z.string().optional(),
    /** What else stands in the body; it goes before what would stand there by the same name. */
    also: z.record(z.string(), z.unknown()).optional(),
    workIsDone
  }),
  /** The connection breaks before a byte of the answer was sent. */
  z.object({ kind: z.literal('lose-answer'), workIsDone }),
  /** The work is done; the head and `bytes` (default: half) of the body are sent, then the connection breaks. */
  z.object({ kind: z.literal('tear-answer'), bytes: z.number().int().min(0).optional() }),
  /** The work is done; the first half of the JSON is sent as if it were the whole body. */
  z.object({ kind: z.literal('half-json') }),
  /** For `transfer` and `submit`: the connection breaks once this many bytes of the request have arrived. */
  z.object({ kind: z.literal('break-request'), afterBytes: z.number().int().min(0) }),
  /** Waits, then goes on as usual. On `submit` the key is taken meanwhile, so that the same key is in progress. */
  z.object({ kind: z.literal('delay'), delayInMs: z.number().min(0) }),
  /** The work is done; the body comes in pieces over this time. */
  z.object({ kind: z.literal('slow-body'), durationInMs: z.number().min(0) }),
  z.object({ kind: z.literal('html'), httpStatus: z.number().int().min(200).max(599).default(502), workIsDone }),
  /** The work is done; the answer is this instead. */
  z.object({
    kind: z.literal('answer'),
    httpStatus: z.number().int().min(200).max(599),
    contentType: z.string().default('application/json'),
    body: z.string()
  }),
  /** Query only: `data.status` is this word, without a result. */
  z.object({ kind: z.literal('status'), status: z.string() }),
  /** Query only: status and result at the top level instead of inside `data` (spec section 2.1). */
  z.object({ kind: z.literal('flat-answer') }),
  /** Query only: a success word without a result (`RESULT_MISSING` of spec section 3). */
  z.object({ kind: z.literal('no-result'), status: z.string().default('completed') }),
  /** Query only: the result addresses of this answer have expired already. */
  z.object({ kind: z.literal('expired-result') }),
  /** On submit: the task that this call makes will fail when its time is up. On query: the task fails now. Not when it has ended before. */
  z.object({
    kind: z.literal('fail-task'),
    errorDetail: z.string().default('The practice kiln cracked this one.'),
    isRefunded: z.boolean().default(true),
    /** How long after the failure the credits come back. */
    refundAfterInMs: z.number().min(0).default(0)
  }),
  /** MCP only: the answer comes as a stream of events instead of as JSON. */
  z.object({ kind: z.literal('event-stream') }),
  /** Recent only: how much the list tells. */
  z.object({ kind: z.literal('recent-shape'), shape: z.enum(['without-keys', 'bare-ids', 'map-by-id', 'bare-list', 'empty']) })
])
export type FaultKind = z.output<typeof faultKinds>

export const faultSchema = z.object({
  on: z.enum(faultTargets),
  /** Only calls of this capability; for storage, of the capability that the file belongs to. */
  capability: z.string().optional(),
  /** For `mcp-tool`: only calls of this tool. */
  tool: z.string().optional(),
  /** How many calls it strikes. Default 1. */
  times: z.number().int().min(1).default(1),
  /** How many matching calls pass first. Default 0. */
  skip: z.number().int().min(0).default(0),
  do: faultKinds
})
export type FaultWish = z.input<typeof faultSchema>

type ActiveFault = z.output<typeof faultSchema> & { readonly id: string }

export type Faults = {
  /** Checks the wish and arms it. Throws when it is none. Returns an id for `remove`. */
  readonly add: (wish: FaultWish) => string
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** What is still armed, with what is left of `skip` and `times`. */
  readonly list: () => readonly ActiveFault[]
}

/** Faults in the order they were added; the first that matches strikes and the others wait. Never kept on disk. */
export function createFaults(): Faults & { take: (target: FaultTarget, capability: string | null, tool?: string) => FaultKind | null } {
  let armed: ActiveFault[] = []
  let added = 0
  return {
    add: (wish) => {
      added += 1
      const id = `fault-${added}`
      armed.push({ ...faultSchema.parse(wish), id })
      return id
    },
    remove: (id) => {
      armed = armed.filter((fault) => fault.id !== id)
    },
    clear: () => {
      armed = []
    },
    list: () => armed,
    take: (target, capability, tool) => {
      const isMeant = (fault: ActiveFault): boolean =>
        fault.on === target &&
        (fault.capability === undefined || fault.capability === capability) &&
        (fault.tool === undefined || fault.tool === tool)
      const struck = armed.find((fault) => isMeant(fault) && fault.skip === 0)
      armed = armed
        .map((fault) => {
          if (fault === struck) return { ...fault, times: fault.times - 1 }
          return isMeant(fault) && fault.skip > 0 ? { ...fault, skip: fault.skip - 1 } : fault
        })
        .filter((fault) => fault.times > 0)
      return struck?.do ?? null
    }
  }
}
