/**
 * Returns the content of the autostart file for a Linux desktop (Desktop Entry Specification 1.5). The desktop starts Kiln at login.
 * `words`: the executable's path and its arguments.
 */
export function autostartEntry(words: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Kiln',
    `Exec=${words.map(execWord).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    ''
  ].join('\n')
}

/**
 * Quotes a word for the `Exec` key (section "The Exec key" of the specification). Then escapes it like any string in a desktop entry.
 * Percent signs are doubled, because a single one starts a field code.
 */
function execWord(word: string): string {
  const quoted = /^[\w./:=@+,-]+$/.test(word) ? word : `"${word.replace(/["`$\\]/g, '\\$&')}"`
  return quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('%', '%%')
}
