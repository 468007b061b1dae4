import type { MediaValue } from '../../shared/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { draggedItems, itemDragType } from '../bridge/item-drag.ts'

/** Web addresses in a pasted text. Empty if the text contains anything else. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words.every((word) => /^https?:\/\/[^\s/]+\S*$/i.test(word)) ? words : []
}

/** Why an address can't be used, as a sentence. Null if the address can be used. */
export function addressFault(address: string): string | null {
  if (addressesIn(address).length === 1 && URL.canParse(address)) return null
  if (!/^https?:\/\//i.test(address)) return say('The address must start with https:// or http://.')
  if (/\s/.test(address)) return say('A web address can’t contain spaces.')
  return say('This address is incomplete. Enter it in full, such as https://example.com/vase.png.')
}

/** Files from a drop or a paste. Empty while Kiln's own results are dragged, because `valuesIn` returns these. */
export function filesIn(handed: Pick<DataTransfer, 'files'>): readonly File[] {
  return draggedItems().length > 0 ? [] : [...handed.files]
}

/** Kiln's own results or web addresses from a drop or a paste. `filesIn` returns the files. */
export function valuesIn(handed: Pick<DataTransfer, 'getData'> | null): readonly MediaValue[] {
  const dragged = (handed?.getData(itemDragType) ?? '').split(' ').filter((item) => item !== '')
  const items = dragged.length > 0 ? dragged : draggedItems()
  if (items.length > 0) return items.map((item) => ({ item }))
  const list = (handed?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return addressesIn(list.length > 0 ? list.join('\n') : (handed?.getData('text/plain') ?? ''))
}
