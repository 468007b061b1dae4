import { z } from 'zod'
import type { AuditException } from './audit-exceptions.ts'

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const
const adviceSchema = z.object({
  name: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.enum(severities)
})
/** Output of `npm audit --json`. A string in `via` names a dependency whose vulnerability affects this package. */
const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), adviceSchema])), nodes: z.array(z.string()) }))
})

/** Severities that aren't allowed in packages that are used only for building and testing. */
const graveOnes: ReadonlySet<string> = new Set(['high', 'critical'])

/**
 * Returns the vulnerabilities to fix: all in shipped packages, and severe ones in others. Also returns unused and expired exceptions. Empty
 * if none exist. `shipped`: folders relative to the root, such as `node_modules/undici`. `today`: YYYY-MM-DD. @throws if npm didn't return
 * a report.
 */
export function auditProblems(
  json: unknown,
  parts: { readonly shipped: ReadonlySet<string>; readonly exceptions: readonly AuditException[]; readonly today: string }
): readonly string[] {
  const { shipped, exceptions, today } = parts
  const { vulnerabilities } = reportSchema.parse(json)
  const holes = Object.values(vulnerabilities).flatMap(({ via, nodes }) =>
    via.flatMap((advice) =>
      typeof advice === 'string' ? [] : [{ ...advice, nodes, advisory: advice.url.split('/').at(-1) ?? advice.url }]
    )
  )
  const isExcepted = ({ advisory, name }: { readonly advisory: string; readonly name: string }): boolean =>
    exceptions.some((exception) => exception.advisory === advisory && exception.package === name && exception.until >= today)
  const open = holes.filter((hole) => !isExcepted(hole) && (hole.nodes.some((node) => shipped.has(node)) || graveOnes.has(hole.severity)))
  return [
    ...open.map(({ name, severity, title, url, nodes }) => {
      const place = nodes.some((node) => shipped.has(node)) ? 'shipped' : 'build or test'
      return `${name} (${place}, ${severity}): ${title}. ${url}`
    }),
    ...exceptions
      .filter(({ until }) => until < today)
      .map(({ advisory, package: name, until }) => `The exception for ${advisory} in ${name} expired on ${until}.`),
    ...exceptions
      .filter((exception) => !holes.some(({ advisory, name }) => exception.advisory === advisory && exception.package === name))
      .map(({ advisory, package: name }) => `The exception for ${advisory} in ${name} is unused. Remove it.`)
  ]
}
