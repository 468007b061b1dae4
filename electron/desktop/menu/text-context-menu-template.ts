import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { say } from '../../../shared/i18n/say.ts'
import { roleItem } from './role-item.ts'

/** The subset of Electron's context-menu params that is used here. */
export type TextContextMenuParams = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions'> & {
  readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>
}

const mostSuggestions = 5

/** Returns the menu for editable or selected text. Null for other content. */
export function textContextMenuTemplate(
  { isEditable, selectionText, misspelledWord, dictionarySuggestions, editFlags }: TextContextMenuParams,
  actions: { readonly onReplace: (word: string) => void; readonly onLearn: (word: string) => void }
): MenuItemConstructorOptions[] | null {
  const line = { type: 'separator' } as const
  if (!isEditable) return selectionText.trim() === '' ? null : [roleItem('copy'), roleItem('selectAll')]
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...(dictionarySuggestions.length === 0
            ? [{ label: say('No suggestions'), enabled: false }]
            : dictionarySuggestions
                .slice(0, mostSuggestions)
                .map((word) => ({ label: word.replaceAll('&', '&&'), click: () => actions.onReplace(word) }))),
          line,
          { id: 'learn', label: say('Add to dictionary'), click: () => actions.onLearn(misspelledWord) },
          line
        ]
  return [
    ...spelling,
    roleItem('undo', editFlags.canUndo),
    roleItem('redo', editFlags.canRedo),
    line,
    roleItem('cut', editFlags.canCut),
    roleItem('copy', editFlags.canCopy),
    roleItem('paste', editFlags.canPaste),
    line,
    roleItem('selectAll', editFlags.canSelectAll)
  ]
}
