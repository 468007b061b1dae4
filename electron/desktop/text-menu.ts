import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { say } from '../../shared/words/say.ts'
import { roleItem } from './role-item.ts'

/** What of a press is asked; the rest of what Electron tells makes no difference here. */
export type TextPress = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions'> & {
  readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>
}

const mostSuggestions = 5

/** The menu over text that is written or marked; null: there is none here. */
export function textMenuTemplate(
  { isEditable, selectionText, misspelledWord, dictionarySuggestions, editFlags }: TextPress,
  deeds: { readonly onReplace: (word: string) => void; readonly onLearn: (word: string) => void }
): MenuItemConstructorOptions[] | null {
  const line = { type: 'separator' } as const
  if (!isEditable) return selectionText.trim() === '' ? null : [roleItem('copy'), roleItem('selectAll')]
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...(dictionarySuggestions.length === 0
            ? [{ label: say('No other spelling is known'), enabled: false }]
            : dictionarySuggestions
                .slice(0, mostSuggestions)
                .map((word) => ({ label: word.replaceAll('&', '&&'), click: () => deeds.onReplace(word) }))),
          line,
          { id: 'learn', label: say('Learn this word'), click: () => deeds.onLearn(misspelledWord) },
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
