import { z } from 'zod'

/** A declared request. `input` validates what the page sends. `output` exists only as a type, because the page trusts main. */
export type IpcRequest<Input extends z.ZodType = z.ZodType, Output = unknown> = { readonly input: Input; readonly output?: Output }

type DeclaredRequest<Input extends z.ZodType> = IpcRequest<Input, null> & { readonly returns: <Output>() => IpcRequest<Input, Output> }

/** Declares a request whose output is null. `returns` declares another output. `input`: by default, the request doesn't have an input. */
export function declareRequest(): DeclaredRequest<z.ZodUndefined>
export function declareRequest<Input extends z.ZodType>(input: Input): DeclaredRequest<Input>
export function declareRequest(input: z.ZodType = z.undefined()): DeclaredRequest<z.ZodType> {
  return { input, returns: () => ({ input }) }
}

export const idSchema = z.string().min(1).max(200)

/**
 * Long lists are sent in pages, because one long response would block main. The input is omitted for the first page. `olderThan`: ID of the
 * last item of the previous page. A page with fewer than `itemsPerPage` items is the last.
 */
export const pageSchema = z.object({ olderThan: idSchema }).optional()

/** Spending questions that the user has accepted. */
export const spendingConsentSchema = z
  .array(z.enum(['twin', 'confirm-above']))
  .max(2)
  .optional()
