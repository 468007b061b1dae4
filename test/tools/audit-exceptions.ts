/**
 * A known vulnerability that is tolerated: its advisory, its package, the reason, and the last valid day. The audit fails from the next day
 * on.
 */
export type AuditException = { readonly advisory: string; readonly package: string; readonly because: string; readonly until: string }

/** Each exception has a reason and an expiry date. Remove those that are no longer found. */
export const auditExceptions: readonly AuditException[] = []
