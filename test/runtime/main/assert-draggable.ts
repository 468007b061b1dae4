import type Electron from 'electron'

/** Throws as `webContents.startDrag` does (electron_api_web_contents.cc). */
export function assertDraggable({ file, files, icon }: Electron.Item): void {
  if (typeof icon === 'string' ? icon === '' : icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option")
  if ((files ?? [file]).filter(Boolean).length === 0) throw new Error("Must specify either 'file' or 'files' option")
}
