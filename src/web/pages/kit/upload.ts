import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { refusalText, sessionHeaders } from './api.ts';
import { formatBytes } from './format.ts';
import { html } from './html.ts';
import { ApiError } from './page.ts';

const maxBytes = 5_000_000;

/** Uploads a file as the signed-in person; reports which share was sent. */
function uploadFile(file: File, onProgress: (share: number) => void): Promise<string> {
  // Only this kind of request reports how much was sent.
  const request = new XMLHttpRequest();
  request.open('POST', '/session/as/api/upload');
  request.responseType = 'json';
  request.setRequestHeader('content-type', file.type || 'application/octet-stream');
  for (const [name, value] of Object.entries(sessionHeaders)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request.onload = () => {
    const { url, error = 'the file was refused', hint } = Object(request.response);
    if (request.status < 300) resolve(String(url));
    else reject(new ApiError(request.status, error, hint, request.getResponseHeader('x-error-code') ?? ''));
  };
  request.onerror = () => reject(new ApiError(0, 'the upload was interrupted', 'Try again.'));
  request.send(file);
  return promise;
}

interface FileDropProps {
  /** Gets the public address of the file. */
  readonly onUploaded: (url: string, file: File) => void;
  readonly help: string;
}

/** A place to drop a file on, or to choose one; it is uploaded at once. */
export function FileDrop({ onUploaded, help }: FileDropProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | undefined>();
  const [words, setWords] = useState('');
  const [fault, setFault] = useState('');
  const [isOver, setIsOver] = useState(false);
  const upload = async (file: File | undefined) => {
    if (!file || share !== undefined) return;
    setWords('');
    setFault('');
    if (file.size > maxBytes)
      return setFault(`${file.name} has ${formatBytes(file.size)}; the limit is ${formatBytes(maxBytes)}.`);
    setShare(0);
    try {
      const url = await uploadFile(file, setShare);
      setWords(`Uploaded ${file.name}.`);
      onUploaded(url, file);
    } catch (error) {
      setFault(refusalText(error));
    } finally {
      setShare(undefined);
      if (input.current) input.current.value = '';
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void upload(event.dataTransfer?.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return html`
    <div class=${`drop scripted ${isOver ? 'over' : ''}`} ondragover=${onDragOver} ondragleave=${() => setIsOver(false)} ondrop=${onDrop}>
      <label>File<input type="file" ref=${input} aria-describedby="drop-help"
        onchange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => void upload(currentTarget.files?.[0])} /></label>
      <p class="small" id="drop-help">${help} At most ${formatBytes(maxBytes)}. Anyone who has its address can read it.</p>
      ${share !== undefined && html`<progress max="1" value=${share} aria-label="Upload" />`}
      <p class="small" role="status">${words}</p>
      <p class="fault" role="alert">${fault}</p>
    </div>`;
}

/** Types a value into a field as a person would. */
export function fillField(form: HTMLFormElement | null | undefined, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (!field || !('value' in field)) return;
  field.value = value;
  form?.dispatchEvent(new Event('input', { bubbles: true }));
}
