import { z } from 'zod'

/**
 * Calls that a fault can affect. `upload`: request for an upload URL. `transfer`: PUT to storage. `download`: GET of a result. `mcp`: any
 * request to the MCP endpoint. `mcp-tool`: an MCP tool call, which reports its errors as tool errors.
 */
const faultTargets = ['submit', 'query', 'upload', 'transfer', 'recent', 'catalog', 'openapi', 'download', 'mcp', 'mcp-tool'] as const
export type FaultTarget = (typeof faultTargets)[number]

const workIsDone = z.boolean().default(false)

const faultKinds = z.discriminatedUnion('kind', [
  /** Responds with any error, even one that isn't in spec section 7. `workIsDone`: true if the call does all its work first. */
  z.object({
    kind: z.literal('error'),
    httpStatus: z.number().int().min(200).max(599),
    errorType: z.string(),
    message: z.string().optional(),
    details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    retryAfterInSeconds: z.number().min(0).optional(),
    recovery: z.string().optional(),
    /** `own` stands for the ID of the task that this call created or queried. */
    taskId: z.string().optional(),
    businessId: z.string().optional(),
    /** Extra body members. They override members of the same name. */
    also: z.record(z.string(), z.unknown()).optional(),
    workIsDone
  }),
  /** The connection breaks before the first byte of the response. */
  z.object({ kind: z.literal('lose-answer'), workIsDone }),
  /** The call does its work. The head and `bytes` (default: half) of the body are sent, then the connection breaks. */
  z.object({ kind: z.literal('tear-answer'), bytes: z.number().int().min(0).optional() }),
  /** The call does its work. The first half of the JSON is sent as if it were the whole body. */
  z.object({ kind: z.literal('half-json') }),
  /** For `transfer` and `submit`: the connection breaks once this many bytes of the request have arrived. */
  z.object({ kind: z.literal('break-request'), afterBytes: z.number().int().min(0) }),
  /** Waits, then continues normally. During the delay of a `submit`, its idempotency key counts as in progress. */
  z.object({ kind: z.literal('delay'), delayInMs: z.number().min(0) }),
  /** The call does its work. The body is sent in pieces over this time. */
  z.object({ kind: z.literal('slow-body'), durationInMs: z.number().min(0) }),
  z.object({ kind: z.literal('html'), httpStatus: z.number().int().min(200).max(599).default(502), workIsDone }),
  /** The call does its work. This response is sent instead of the real one. */
  z.object({
    kind: z.literal('answer'),
    httpStatus: z.number().int().min(200).max(599),
    contentType: z.string().default('application/json'),
    body: z.string()
  }),
  /** Query only: `data.status` is this value, without a result. */
  z.object({ kind: z.literal('status'), status: z.string() }),
  /** Query only: status and result at the top level instead of inside `data` (spec section 2.1). */
  z.object({ kind: z.literal('flat-answer') }),
  /** Query only: a success status without a result (`RESULT_MISSING` of spec section 3). */
  z.object({ kind: z.literal('no-result'), status: z.string().default('completed') }),
  /** Query only: the result URLs of this response have already expired. */
  z.object({ kind: z.literal('expired-result') }),
  /**
   * On submit: the task that this call creates fails at the end of its duration. On query: the task fails now, unless it has already ended.
   */
  z.object({
    kind: z.literal('fail-task'),
    errorDetail: z.string().default('The practice service failed this task on purpose.'),
    isRefunded: z.boolean().default(true),
    /** Delay between the failure and the refund. */
    refundAfterInMs: z.number().min(0).default(0)
  }),
  /** MCP only: the response is an event stream instead of JSON. */
  z.object({ kind: z.literal('event-stream') }),
  /** Recent only: which data the list contains, and its shape. */
  z.object({ kind: z.literal('recent-shape'), shape: z.enum(['without-keys', 'bare-ids', 'map-by-id', 'bare-list', 'empty']) })
])
export type InjectedFault = z.output<typeof faultKinds>

export const faultSchema = z.object({
  on: z.enum(faultTargets),
  /** Limits the fault to calls of this capability. A storage call counts as a call of the capability that its file belongs to. */
  capability: z.string().optional(),
  /** For `mcp-tool`: limits the fault to calls of this tool. */
  tool: z.string().optional(),
  /** Number of calls that the fault affects. Default 1. */
  times: z.number().int().min(1).default(1),
  /** Number of matching calls that pass before the fault applies. Default 0. */
  skip: z.number().int().min(0).default(0),
  do: faultKinds
})
export type FaultSpec = z.input<typeof faultSchema>

type ActiveFault = z.output<typeof faultSchema> & { readonly id: string }

export type FaultInjector = {
  /** Validates and activates a fault. Throws if the fault is invalid. Returns an ID for `remove`. */
  readonly add: (spec: FaultSpec) => string
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** Returns the active faults, with their remaining `skip` and `times`. */
  readonly list: () => readonly ActiveFault[]
}

/**
 * Creates the list of active faults. Faults apply in the order they were added. Only the first matching fault affects a call. Faults are
 * never saved to disk.
 */
export function createFaultInjector(): FaultInjector & {
  next: (target: FaultTarget, capability: string | null, tool?: string) => InjectedFault | null
} {
  let armed: ActiveFault[] = []
  let added = 0
  return {
    add: (spec) => {
      added += 1
      const id = `fault-${added}`
      armed.push({ ...faultSchema.parse(spec), id })
      return id
    },
    remove: (id) => {
      armed = armed.filter((fault) => fault.id !== id)
    },
    clear: () => {
      armed = []
    },
    list: () => armed,
    next: (target, capability, tool) => {
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
