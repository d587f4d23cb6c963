"""Verifies a kith ledger. Written from docs/ledger.md alone, with nothing but Python's standard library.

usage: python3 verifier.py CASES.json    prints a JSON list: null where a case holds, otherwise why it does not
"""
import base64, gzip, hashlib, json, os, re, sys


class Bad(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Bad(why)


def sha(data):
    return hashlib.sha256(data).digest()


def unbase64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except Exception:
        raise Bad('not base64')
    need(base64.b64encode(data).decode() == text, 'base64 in another spelling')
    return data


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()


# Ed25519, RFC 8032
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P)
    if x2 % P == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * I % P
    if (x * x - x2) % P:
        return None
    return P - x if x & 1 != sign else x


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = add(q, p)
        p = add(p, p)
        s >>= 1
    return q


GY = 4 * pow(5, P - 2, P) % P
GX = recover_x(GY, 0)
G = (GX, GY, 1, GX * GY % P)


def point(data):
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def ed25519(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = point(public), point(signature[:32])
    s = int.from_bytes(signature[32:], 'little')
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), 'little') % L
    one, other = times(s, G), add(r, times(h, a))
    return (one[0] * other[2] - other[0] * one[2]) % P == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


# Keys and notes
def read_key(vkey, kind):
    match = re.fullmatch(r'([^+\s]+)\+([0-9a-f]{8})\+(\S+)', vkey)
    need(match, 'not a key')
    name, key_id, encoded = match.groups()
    typed = unbase64(encoded)
    need(len(typed) == 33 and typed[0] == kind, 'not a key of this kind')
    need(sha(name.encode() + b'\n' + typed)[:4].hex() == key_id, 'the id is not of this key')
    return {'name': name, 'id': bytes.fromhex(key_id), 'public': typed[1:], 'vkey': vkey}


def split_note(note):
    cut = note.rfind('\n\n')
    need(cut >= 0 and note.endswith('\n'), 'not a note')
    lines = []
    for line in note[cut + 2:].split('\n')[:-1]:
        match = re.fullmatch('— (\\S+) (\\S+)', line)
        need(match, 'a signature line is malformed')
        lines.append((match.group(1), unbase64(match.group(2))))
    need(lines, 'no signatures')
    return note[:cut + 1], lines


def signatures(lines, key):
    return [data[4:] for name, data in lines if name == key['name'] and data[:4] == key['id']]


def open_note(note, keys):
    text, lines = split_note(note)
    count = 0
    for key in keys:
        for signature in signatures(lines, key):
            need(ed25519(key['public'], text.encode(), signature), 'a signature is wrong')
            count += 1
    need(count > 0, 'not signed by a known key')
    return text


def key_ring(trusted, handovers):
    ring = list(trusted)
    position = 0
    while position < len(ring):
        for note in handovers:
            try:
                title, origin, before, after, _, end = split_note(note)[0].split('\n')
                before, after = read_key(before, 1), read_key(after, 1)
                need(title == 'kith key hand-over v1' and end == '', 'not a hand-over')
                need(origin == before['name'] == after['name'], 'a hand-over of another log')
                open_note(note, [before])
                open_note(note, [after])
            except (Bad, ValueError):
                continue
            known = [key['vkey'] for key in ring]
            if before['vkey'] == ring[position]['vkey'] and after['vkey'] not in known:
                ring.append(after)
        position += 1
    return ring


def read_checkpoint(text):
    lines = text.split('\n')
    need(len(lines) >= 4 and lines[-1] == '', 'not a checkpoint')
    need(lines[0] and re.fullmatch('0|[1-9][0-9]*', lines[1]), 'not a checkpoint')
    root = unbase64(lines[2])
    need(len(root) == 32, 'not a root')
    return lines[0], int(lines[1]), root


def open_checkpoint(note, trust, handovers=()):
    ring = key_ring([read_key(vkey, 1) for vkey in trust['keys']], handovers)
    origin, size, root = read_checkpoint(open_note(note, ring))
    need(origin in [key['name'] for key in ring], 'a checkpoint of another log')
    text, lines = split_note(note)
    count = 0
    for vkey in trust.get('witnesses', []):
        key = read_key(vkey, 4)
        mine = signatures(lines, key)
        for data in mine:
            need(len(data) == 72, 'a cosignature is malformed')
            time = int.from_bytes(data[:8], 'big')
            message = f'cosignature/v1\ntime {time}\n{text}'.encode()
            need(time > 0 and ed25519(key['public'], message, data[8:]), 'a cosignature is wrong')
        count += 1 if mine else 0
    need(count >= trust.get('need', 0), 'no quorum')
    return size, root


# Merkle tree, RFC 6962 and RFC 9162
def leaf_hash(data):
    return sha(b'\0' + data)


def node_hash(left, right):
    return sha(b'\1' + left + right)


def tree_root(leaves):
    if not leaves:
        return sha(b'')
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node_hash(tree_root(leaves[:split]), tree_root(leaves[split:]))


def path_root(leaf, index, size, path):
    need(0 <= index < size, 'no such leaf')
    fn, sn, node = index, size - 1, leaf
    for each in path:
        need(sn > 0 and len(each) == 32, 'the path is too long')
        if fn & 1 or fn == sn:
            node = node_hash(each, node)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            node = node_hash(node, each)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0, 'the path is too short')
    return node


# Entries
FIELDS = ['amount', 'at', 'from', 'hash', 'kind', 'memo', 'prev_hash', 'ref', 'seq', 'to']


def read_entry(line):
    try:
        entry = json.loads(line)
    except ValueError:
        raise Bad('not JSON')
    need(isinstance(entry, dict) and sorted(entry) == FIELDS, 'not the fields of an entry')
    need(canonical(entry) == line and len(line) <= 65535, 'not canonical')
    bare = {key: value for key, value in entry.items() if key != 'hash'}
    need(sha(entry['prev_hash'].encode() + canonical(bare)).hex() == entry['hash'], 'the hash is wrong')
    return entry


def check_chain(lines):
    previous, balances = '0' * 64, {}
    for seq, line in enumerate(lines, 1):
        entry = read_entry(line)
        need(entry['seq'] == seq and entry['prev_hash'] == previous, f'entry {seq} is not the next')
        amount, giver, taker = entry['amount'], entry['from'], entry['to']
        need(type(amount) is int and amount > 0 and giver != taker, 'not a movement')
        balances[giver] = balances.get(giver, 0) - amount
        balances[taker] = balances.get(taker, 0) + amount
        need(giver == 'mint' or balances[giver] >= 0, f'{giver} is overdrawn')
        previous = entry['hash']
    need(sum(balances.values()) == 0, 'the balances do not sum to zero')


# Tiles
def tile_path(level, number, width):
    digits = str(number)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[i:i + 3] for i in range(0, len(digits), 3)]
    name = '/'.join(['x' + group for group in groups[:-1]] + groups[-1:])
    return f'tile/{level}/{name}' + ('' if width == 256 else f'.p/{width}')


def read_tile(directory, level, number, width):
    for name, cut in ((tile_path(level, number, width), None), (tile_path(level, number, 256), width)):
        file = os.path.join(directory, name)
        if os.path.isfile(file):
            data = open(file, 'rb').read()
            return (gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data), cut
    raise Bad(f'{tile_path(level, number, width)} is missing')


def widths(count):
    return [256] * (count // 256) + ([count % 256] if count % 256 else [])


def read_entries(directory, size):
    entries = []
    for number, width in enumerate(widths(size)):
        data, cut = read_tile(directory, 'entries', number, width)
        bundle, at = [], 0
        while at < len(data):
            need(at + 2 <= len(data), 'a bundle is cut')
            end = at + 2 + int.from_bytes(data[at:at + 2], 'big')
            need(end <= len(data), 'a bundle is cut')
            bundle.append(data[at + 2:end])
            at = end
        need(len(bundle) == (256 if cut else width), 'a bundle has another number of entries')
        entries += bundle[:width]
    return entries


def check_hash_tiles(directory, leaves):
    level, hashes = 0, leaves
    while hashes:
        for number, width in enumerate(widths(len(hashes))):
            data, _ = read_tile(directory, level, number, width)
            need(data[:32 * width] == b''.join(hashes[256 * number:256 * number + width]), 'a tile is wrong')
        full = len(hashes) // 256
        hashes = [tree_root(hashes[256 * i:256 * (i + 1)]) for i in range(full)]
        level += 1


def check_log(case):
    directory = case['dir']
    read = lambda name: open(os.path.join(directory, name), encoding='utf-8', newline='').read()
    handovers = [key['handover'] for key in json.loads(read('keys.json'))['keys'] if key['handover']]
    size, root = open_checkpoint(read('checkpoint'), case, handovers)
    lines = read_entries(directory, size)
    check_chain(lines)
    leaves = [leaf_hash(line) for line in lines]
    need(tree_root(leaves) == root, 'the entries are not those that were signed')
    check_hash_tiles(directory, leaves)


# Proof files and receipts
def open_proof(text, trust):
    cut = text.find('\n\n')
    need(cut >= 0, 'not a proof')
    head, note = text[:cut].split('\n'), text[cut + 2:]
    need(len(head) >= 3 and head[0] == 'c2sp.org/tlog-proof@v1' and head[1].startswith('extra '), 'not a proof')
    match = re.fullmatch('index (0|[1-9][0-9]*)', head[2])
    need(match, 'no index')
    index, line = int(match.group(1)), unbase64(head[1][6:])
    size, root = open_checkpoint(note, trust)
    need(path_root(leaf_hash(line), index, size, [unbase64(each) for each in head[3:]]) == root, 'a wrong path')
    entry = read_entry(line)
    need(entry['seq'] == index + 1, 'another entry than it says')
    return entry


def check_receipt(case):
    held = json.loads(case['text'])
    note, proof = held['receipt'], held['proof']
    text = open_note(note, [read_key(vkey, 1) for vkey in case['keys']])
    title, facts, end = text.split('\n')
    need(title == 'kith receipt v1' and end == '', 'not a receipt')
    facts = json.loads(facts)
    need(facts['v'] == 1 and facts['origin'] in [vkey.split('+')[0] for vkey in case['keys']], 'another log')
    if 'answer' in case:
        need(sha(case['answer'].encode()).hex() == facts['answer'], 'a receipt for another answer')
    anchor = open_proof(proof['anchor'], case)
    need((anchor['kind'], anchor['from'], anchor['to']) == ('receipts', 'mint', 'sink'), 'not an anchor')
    match = re.fullmatch(r'(\d+) (\S+)', anchor['memo'] or '')
    need(match and int(match.group(1)) == proof['size'], 'the anchor is of another tree')
    path = [unbase64(each) for each in proof['hashes']]
    got = path_root(leaf_hash(sha(text.encode())), proof['index'], proof['size'], path)
    need(got == unbase64(match.group(2)), 'the receipt is not logged')


CHECKS = {'log': check_log, 'proof': lambda case: open_proof(case['text'], case), 'receipt': check_receipt}


def verdict(case):
    try:
        CHECKS[case['kind']](case)
        return None
    except Bad as bad:
        return str(bad)
    except (ValueError, KeyError, TypeError, OSError) as error:
        return f'malformed: {error}'


if __name__ == '__main__':
    print(json.dumps([verdict(case) for case in json.load(open(sys.argv[1], encoding='utf-8'))]))
