import { z } from 'zod'

/** A file on this computer. `file` is the absolute path. */
export type FileReference = { readonly file: string }
/** A result that is already in the library. `item` is its item ID. */
export type ItemReference = { readonly item: string }
/** A file that was passed to the window. `draft` is the file's token in the page. Only main knows the path. */
export type FileTokenReference = { readonly draft: string }
/** Media without a URL yet. */
export type MediaReference = FileReference | ItemReference | FileTokenReference
/** Value of a media field: a URL, a file or a library item. */
export type MediaValue = string | MediaReference

export type Value =
  | string
  | number
  | boolean
  | null
  | FileReference
  | ItemReference
  | FileTokenReference
  | readonly Value[]
  | { readonly [name: string]: Value }

/** The user's input, by field name. Field names are those of the capability's input schema. */
export type Values = { readonly [field: string]: Value }

// Marked pure, so that zod isn't bundled into the page, which never parses values.
export const valueSchema: z.ZodType<Value> = /* @__PURE__ */ z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(valueSchema), z.record(z.string(), valueSchema)])
)
export const valuesSchema: z.ZodType<Values> = /* @__PURE__ */ z.record(/* @__PURE__ */ z.string(), valueSchema)

export function isFileReference(value: unknown): value is FileReference {
  return isObjectWithOnly(value, 'file')
}
export function isItemReference(value: unknown): value is ItemReference {
  return isObjectWithOnly(value, 'item')
}
export function isFileTokenReference(value: unknown): value is FileTokenReference {
  return isObjectWithOnly(value, 'draft')
}
export function isMediaReference(value: unknown): value is MediaReference {
  return isFileReference(value) || isItemReference(value) || isFileTokenReference(value)
}

function isObjectWithOnly(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length === 1 && keys[0] === key && typeof (value as Record<string, unknown>)[key] === 'string'
}
