"""The money of an evening: amounts, the ledger, and the prizes to pay. It is pure."""
