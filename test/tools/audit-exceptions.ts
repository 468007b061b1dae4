/**
 * A known vulnerability that the audit tolerates. `because`: the reason. `until`: the last valid day, as YYYY-MM-DD. The audit fails from
 * the next day on.
 */
export type AuditException = { readonly advisory: string; readonly package: string; readonly because: string; readonly until: string }

/** Exceptions whose vulnerability is no longer found must be removed. */
export const auditExceptions: readonly AuditException[] = []
