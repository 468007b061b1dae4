import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import type { AfterPackContext, LinuxPackager } from 'electron-builder'
import { Arch } from 'electron-builder'

/**
 * electron-builder calls this after packing and before signing. For a universal app, it is also called for each half. Only the whole app
 * gets its fuses.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  await requireSharp(context)
  if (!context.appOutDir.endsWith('-temp')) await setFuses(context)
}

/**
 * Throws if sharp's binary for an architecture is missing. npm installs the binary only for the current processor. A package without the
 * right binary would start but couldn't process images. On Linux, the binary is sharp's WebAssembly build.
 */
async function requireSharp({ appOutDir, electronPlatformName: platform, arch, packager }: AfterPackContext): Promise<void> {
  const architectures = arch === Arch.universal ? ['x64', 'arm64'] : [Arch[arch]]
  for (const architecture of architectures) {
    const name = platform === 'linux' ? '@img/sharp-wasm32' : `@img/sharp-${platform}-${architecture}`
    const unpacked = join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked', 'node_modules', name, 'package.json')
    await access(unpacked).catch(() => {
      throw new Error(`The package for ${architecture} lacks ${name}. Run \`npm run foreign-sharp\` before packing for another processor.`)
    })
  }
}

/**
 * Disables the debugging entry points that Electron leaves open for development. electron-builder's `electronFuses` isn't used, because it
 * lacks the newest fuse. `strictlyRequireAllFuses` makes this function fail if Electron adds another fuse.
 */
async function setFuses({ electronPlatformName: platform, packager, appOutDir }: AfterPackContext): Promise<void> {
  const product = packager.appInfo.productFilename
  const linuxName = (packager as LinuxPackager).executableName
  const binary = platform === 'darwin' ? `${product}.app` : platform === 'win32' ? `${product}.exe` : linuxName
  await flipFuses(join(appOutDir, binary), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changing the binary breaks its signature. On Apple silicon an unsigned build needs at least an ad-hoc signature.
    resetAdHocDarwinSignature: platform === 'darwin' && !isSigned(process.env),
    [FuseV1Options.RunAsNode]: false,
    // Kiln doesn't store cookies.
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    // Electron supports this check only on macOS and Windows.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true
  })
}

/** True if the environment contains a certificate or names one in the keychain. */
function isSigned({ CSC_LINK, CSC_NAME }: NodeJS.ProcessEnv): boolean {
  return Boolean(CSC_LINK) || Boolean(CSC_NAME)
}
