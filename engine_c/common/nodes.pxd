"""The operations of the nodes that ``codec.pyx`` walks, with their arguments and bounds.

PLACE is an offset and a size (1, 2 or 4 bytes, negative where signed); IDS is the number of a
table of ids; CODES is where a list of codes stands, one an id, or -1 where the code of an id
is its index. A code is stored with ADD added.
"""

cdef enum:
    MAX_COPIES = 99           # of one kind in one place; what really exists is counted elsewhere

cdef enum:                    # Operation
    INTEGER = 0               # PLACE low high ADD: a number low .. high
    TRUTH                     # PLACE
    ONE_OF                    # PLACE IDS CODES ADD; at offset -1 it is the only id
    NULLABLE                  # PLACE code node: null for that code
    COUNTS                    # offset IDS: {id: count} of bytes by index
    LIST                      # offset most counter IDS CODES ADD step: ids of bytes; their number
                              # is at the counter, or a 0 ends them where that is -1; each is at
                              # least the step after the one before, in any order at -1
    POOL                      # offset most counter IDS ADD: {id: count} of ascending bytes
    REST                      # offset most counter IDS size known: a pool that also holds what is
                              # not known of a hand: its size, the counts of what is
    MEMBERS                   # PLACE IDS: ids of a mask
    HOLDERS                   # offset code IDS: ids of the bytes that have this code
    NUMBERS                   # PLACE most: the numbers 1 .. most of a mask
    NUMBER                    # PLACE most: the only number of a mask
    LETTERS                   # PLACE length: letters a and b of a mask
    HEXADECIMAL               # offset: 64 bits as text
    FLAGGED                   # counter most flags IDS: a list of one fewer than the counter says,
                              # each one of two ids by its bit of the flags, from bit 1 on
    RECORD                    # n, then n times: name node offset length; the field is left out
                              # where these bytes are zero, if there are any; at a length of -1
                              # where its value is an empty map
    ROWS                      # offset stride counter most n nodes: a list of structs, always full
                              # where the counter is -1; the last node serves all further ones
    FORMS                     # name PLACE IDS nodes: a record whose first field tells which of
                              # the forms the others have
    CHOICE                    # PLACE n, then n times: code name node: a map with one of these names
    NUMBER_OR_ID              # PLACE most IDS CODES: a number 1 .. most, or an id of a code below 0
