const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
export function terminalText(text) {
    return text.replaceAll(unprintable, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
export function terminalLine(text) {
    return terminalText(text)
        .replaceAll(/\s*\n\s*/g, ' ⏎ ')
        .replaceAll('\t', ' ');
}
