// Files that are not worth sending (dashboard §6).

import { expect, test } from 'bun:test'
import { refuseFile } from '../../../src/dashboard/ui/file-drop'

test('a file of the wrong kind, too large or empty is refused in words, by its name', () => {
  expect(refuseFile({ name: 'CAF-33.XML', size: 3000 }, ['.xml'])).toBeNull()
  expect(refuseFile({ name: 'caf.pdf', size: 3000 }, ['.xml'])).toBe('caf.pdf no es un archivo .xml')
  expect(refuseFile({ name: 'mi.cer', size: 3000 }, ['.pfx', '.p12'])).toBe(
    'mi.cer no es un archivo .pfx o .p12',
  )
  expect(refuseFile({ name: 'caf.xml', size: 11 * 1024 * 1024 }, ['.xml'])).toBe('caf.xml pasa de 10 MB')
  expect(refuseFile({ name: 'logo.png', size: 1024 * 1024 }, ['.png'], 1)).toBeNull()
  expect(refuseFile({ name: 'logo.png', size: 1024 * 1024 + 1 }, ['.png'], 1)).toBe('logo.png pasa de 1 MB')
  expect(refuseFile({ name: 'caf.xml', size: 0 }, ['.xml'])).toBe('caf.xml está vacío')
})
