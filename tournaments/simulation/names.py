"""Names for simulated people: a first name and an initial, none of them twice."""

FIRST_NAMES = (
    "Ada", "Anil", "Agnes", "Bruno", "Beatriz", "Björn", "Carmen", "Chidi", "Clara", "Cyril",
    "Dalia", "David", "Dorothea", "Emre", "Edith", "Farid", "Fiona", "Florian", "Grace", "Gustav",
    "Hana", "Henry", "Ines", "Ivan", "Joan", "Jamal", "Kavita", "Karl", "Leila", "Lars",
    "Maria", "Miguel", "Mei", "Mats", "Nadia", "Noah", "Olga", "Oscar", "Paula", "Pavel",
    "Quentin", "Rosa", "Rajesh", "Ruth", "Sergio", "Saoirse", "Stefan", "Tamar", "Tom", "Ursula",
    "Umar", "Vera", "Viktor", "Wanda", "Walter", "Xenia", "Yusuf", "Yara", "Zofia", "Zeno",
)  # fmt: skip

INITIALS = "ABCDEFGHJKLMNPRSTVW"


def name(number: int) -> str:
    """The name of the ``number``-th person, from 0; they repeat only after more than a thousand."""
    turn, place = divmod(number, len(FIRST_NAMES))
    return f"{FIRST_NAMES[place]} {INITIALS[(7 * place + turn) % len(INITIALS)]}."
